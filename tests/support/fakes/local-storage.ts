/**
 * A browser's Storage over a map that tests can inspect. As in a browser, keys are own properties.
 */
export function createFakeStorage(
  entries: Map<string, string>,
  setItem = (key: string, text: string) => void entries.set(key, text),
): Storage {
  return new Proxy({} as Storage, {
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, name) =>
      ({
        getItem: (key: string) => entries.get(key) ?? null,
        setItem,
        removeItem: (key: string) => entries.delete(key),
      })[String(name)],
  })
}
