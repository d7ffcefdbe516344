// The address of the page: every view, and every setting of it, has its own.
import { useEffect, useState } from 'preact/hooks';

// server is the address of the server without a slash at the end. A proxy may
// serve it below a path, which is before the page's own in the address of each of
// its scripts.
export const server = import.meta.url.slice(0, import.meta.url.lastIndexOf('/explorer/'));

export const base = `${new URL(server).pathname.replace(/\/$/, '')}/explorer`;

export interface Route {
  view: string;
  id: string;
  params: URLSearchParams;
}

function read(): Route {
  const [view = '', id = ''] = location.pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent);
  return { view: view || 'context', id, params: new URLSearchParams(location.search) };
}

// to returns the address of a view; empty parameters are left out.
export function to(view: string, id = '', params: Record<string, string | number | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const path = [base, view, ...(id ? [encodeURIComponent(id)] : [])].join('/');
  return query.size > 0 ? `${path}?${query}` : path;
}

const moved = new EventTarget();

// go shows another address; replace leaves no entry in the history.
export function go(address: string, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  moved.dispatchEvent(new Event('moved'));
}

// useRoute returns the address, and renders again when it changes. Clicks on
// links within the explorer do not load the page again.
export function useRoute(): Route {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const update = () => setRoute(read());
    moved.addEventListener('moved', update);
    addEventListener('popstate', update);
    document.addEventListener('click', followed);
    return () => {
      moved.removeEventListener('moved', update);
      removeEventListener('popstate', update);
      document.removeEventListener('click', followed);
    };
  }, []);
  return route;
}

function followed(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.origin !== location.origin || !link.pathname.startsWith(base)) return;
  event.preventDefault();
  go(link.pathname + link.search);
  scrollTo(0, 0);
}
