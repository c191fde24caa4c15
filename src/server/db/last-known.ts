export interface LastKnown<Value> {
  /** At most half a second old; as last known when the database does not answer, so that no page waits for it. Throws when nothing was ever known. */
  read(): Promise<Value>
  /** This process has just changed it. */
  forget(): void
}

/** Another process may have changed it, and all are to agree within a second: asking twice a second costs less than being told, and nothing told can be missed. */
const knownForMs = 500

/** A fact that every page asks for, looked up once in a while. `first`: what holds until it was ever looked up. */
export function lastKnown<Value>(
  look: () => Promise<Value>,
  { now, first }: { now(): Date; first?: Value },
): LastKnown<Value> {
  let known: { value: Value; askedAt: number } | undefined =
    first === undefined ? undefined : { value: first, askedAt: -Infinity }
  let asking: { answer: Promise<Value> } | undefined

  function ask(): { answer: Promise<Value> } {
    const asked = { answer: look() }
    asked.answer = asked.answer.then(
      (value) => {
        // Whoever has forgotten meanwhile asks anew: this answer may be of before.
        if (asking === asked) known = { value, askedAt: now().getTime() }
        if (asking === asked) asking = undefined
        return value
      },
      (error: unknown) => {
        if (asking === asked) asking = undefined
        // What concerns the database is said elsewhere; a line of a page is no reason to refuse the page.
        if (known === undefined) throw error
        return known.value
      },
    )
    return asked
  }

  return {
    async read() {
      if (known && Math.abs(now().getTime() - known.askedAt) < knownForMs) return known.value
      return await (asking ??= ask()).answer
    },
    forget() {
      if (known) known = { ...known, askedAt: -Infinity }
      asking = undefined
    },
  }
}
