export interface CachedValue<Value> {
  /**
   * The value, at most half a second old, or the last known one if the database does not respond,
   * so that no page waits for it. Throws when there was never a value.
   */
  read(): Promise<Value>
  /** Call after this process has changed the value. */
  invalidate(): void
}

/**
 * Another process may have changed the value, and all must agree within a second. Querying twice a
 * second costs less than notifications, and no change is missed.
 */
const cacheMs = 500

/** A value every page needs, cached briefly. `first`: used until the first lookup. */
export function createCachedValue<Value>(
  load: () => Promise<Value>,
  { now, first }: { now(): Date; first?: Value },
): CachedValue<Value> {
  let cached: { value: Value; startedAt: number } | undefined =
    first === undefined ? undefined : { value: first, startedAt: -Infinity }
  let pending: { result: Promise<Value> } | undefined

  function startQuery(): { result: Promise<Value> } {
    const query = { result: load() }
    query.result = query.result.then(
      (value) => {
        // After `invalidate` this value may be outdated, so it is not kept.
        if (pending === query) cached = { value, startedAt: now().getTime() }
        if (pending === query) pending = undefined
        return value
      },
      (error: unknown) => {
        if (pending === query) pending = undefined
        // Database errors are reported elsewhere; they must not block a page that only shows this
        // value.
        if (cached === undefined) throw error
        return cached.value
      },
    )
    return query
  }

  return {
    async read() {
      if (cached && Math.abs(now().getTime() - cached.startedAt) < cacheMs) return cached.value
      return await (pending ??= startQuery()).result
    },
    invalidate() {
      if (cached) cached = { ...cached, startedAt: -Infinity }
      pending = undefined
    },
  }
}
