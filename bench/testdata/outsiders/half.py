"""half.py IN OUT alpha|beta|all: writes the lines of one half (field half)."""
import json, sys
L = [l for l in open(sys.argv[1]) if sys.argv[3] == 'all' or json.loads(l)['half'] == sys.argv[3]]
open(sys.argv[2], 'w').writelines(L)
