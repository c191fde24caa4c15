import type pg from 'pg'

/** What is known of one connection without asking anybody. */
export interface Watched {
  /** Questions without an answer. */
  unanswered: number
  hasHeard: boolean
  /** Looks in a row at which nothing had come, though an answer was due. */
  quiet: number
  /** Looks in a row at which the database did nothing for this connection. */
  doubts: number
}

/** Counts the questions of a connection and hears whether anything comes back, be it a piece of an answer. `onFailure` gets the error of every question that failed. */
export function watchConnection(client: pg.Client, onFailure: (error: unknown) => void): Watched {
  const watched: Watched = { unanswered: 0, hasHeard: true, quiet: 0, doubts: 0 }
  client.connection.stream.on('data', () => {
    watched.hasHeard = true
  })
  const query = client.query.bind(client)
  const counted = (...given: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, undefined, given)
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

/** One look. */
export function listen(watched: Watched): void {
  const isAnswered = watched.unanswered === 0 || watched.hasHeard
  watched.quiet = isAnswered ? 0 : watched.quiet + 1
  if (isAnswered) watched.doubts = 0
  watched.hasHeard = false
}
