import { gzipSync } from 'fflate';
import { build } from 'vite';
import { run } from '../build.mjs';

await run('explorer', { build, gzipSync });
