export interface LastKnown<Value> {
  /**
   * The value, at most half a second old, or the last known one if the database does not answer, so
   * that no page waits for it. Throws when there was never a value.
   */
  read(): Promise<Value>
  /** Call after this process has changed the value. */
  forget(): void
}

/**
 * Another process may have changed the value, and all must agree within a second. Querying twice a
 * second costs less than notifications, and misses nothing.
 */
const knownForMs = 500

/** A value every page needs, cached briefly. `first`: used until the first lookup. */
export function lastKnown<Value>(
  load: () => Promise<Value>,
  { now, first }: { now(): Date; first?: Value },
): LastKnown<Value> {
  let known: { value: Value; askedAt: number } | undefined =
    first === undefined ? undefined : { value: first, askedAt: -Infinity }
  let pending: { answer: Promise<Value> } | undefined

  function startQuery(): { answer: Promise<Value> } {
    const query = { answer: load() }
    query.answer = query.answer.then(
      (value) => {
        // After `forget` this answer may be outdated, so it is not kept.
        if (pending === query) known = { value, askedAt: now().getTime() }
        if (pending === query) pending = undefined
        return value
      },
      (error: unknown) => {
        if (pending === query) pending = undefined
        // Database errors are reported elsewhere; they must not block a page that only shows this
        // value.
        if (known === undefined) throw error
        return known.value
      },
    )
    return query
  }

  return {
    async read() {
      if (known && Math.abs(now().getTime() - known.askedAt) < knownForMs) return known.value
      return await (pending ??= startQuery()).answer
    },
    forget() {
      if (known) known = { ...known, askedAt: -Infinity }
      pending = undefined
    },
  }
}
