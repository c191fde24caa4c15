import type pg from 'pg'

/** What is known of a connection without querying the database. */
export interface Watched {
  /** Queries without an answer. */
  unanswered: number
  hasAnswered: boolean
  /** Consecutive ticks without data although an answer was due. */
  silentTicks: number
  /** Consecutive checks in which the database was not executing a query of this connection. */
  doubts: number
}

/**
 * Counts a connection's pending queries and notes incoming data, even partial answers. `onFailure`
 * receives the error of every failed query.
 */
export function watchConnection(client: pg.Client, onFailure: (error: unknown) => void): Watched {
  const watched: Watched = { unanswered: 0, hasAnswered: true, silentTicks: 0, doubts: 0 }
  client.connection.stream.on('data', () => {
    watched.hasAnswered = true
  })
  const query = client.query.bind(client)
  const counted = (...args: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, undefined, args)
    if (!(answer instanceof Promise)) return answer
    watched.unanswered += 1
    answer.then(
      () => {
        watched.unanswered -= 1
      },
      (error: unknown) => {
        watched.unanswered -= 1
        onFailure(error)
      },
    )
    return answer
  }
  Object.assign(client, { query: counted })
  return watched
}

/** Updates the counters; call once per tick. */
export function listen(watched: Watched): void {
  const isAnswered = watched.unanswered === 0 || watched.hasAnswered
  watched.silentTicks = isAnswered ? 0 : watched.silentTicks + 1
  if (isAnswered) watched.doubts = 0
  watched.hasAnswered = false
}
