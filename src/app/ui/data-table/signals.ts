/**
 * Listeners by name, so a change notifies only those that render it; an arrow key rerenders two
 * cells out of a hundred thousand rows.
 */
export interface Signals {
  on(name: string, listener: () => void): () => void
  emit(name: string): void
}

export function createSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>()
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(name) === set) listeners.delete(name)
      }
    },
    emit(name) {
      for (const listener of [...(listeners.get(name) ?? [])]) listener()
    },
  }
}
