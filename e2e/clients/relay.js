import relay from 'relay-runtime';

const { Environment, Network, RecordSource, Store } = relay;

// Relay needs no configuration: only entities have an id, and node(id) returns
// each of them.
export function relayEnvironment(url) {
  const fetchFunction = async ({ text: query }, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  return new Environment({ network: Network.create(fetchFunction), store: new Store(new RecordSource()) });
}
