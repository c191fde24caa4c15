/**
 * Name of the database with a user's undo history. The app opens it (action-history/); the mirror
 * deletes it together with the copy, because it holds overwritten values.
 */
export function buildActionStoreName(userId: string): string {
  return `history-${userId}`
}
