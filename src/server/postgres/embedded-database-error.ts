/** The embedded database cannot be started for a reason the operator can mend; the message is the one line that says how. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}
