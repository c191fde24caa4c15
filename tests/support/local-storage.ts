/**
 * A browser's Storage over a map that tests can inspect. As in a browser, keys are own properties.
 */
export function fakeStorage(kept: Map<string, string>): Storage {
  return new Proxy({} as Storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, name) =>
      ({
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => kept.set(key, text),
        removeItem: (key: string) => kept.delete(key),
      })[String(name)],
  })
}
