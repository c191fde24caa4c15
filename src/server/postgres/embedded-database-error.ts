/**
 * The embedded database cannot start for a reason the operator can fix; the message is one line
 * that says how.
 */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}
