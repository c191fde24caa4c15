const key = 'leaving_user'

/**
 * Marks the user whose sign-out has begun while their session row is still next to the outbox.
 * Until the row is removed, nothing may restore the login from it.
 */
export function beginLeaving(userId: string): void {
  try {
    localStorage.setItem(key, userId)
  } catch {
    // Storage is denied or full. The row is removed in a moment anyway, unless the window closes
    // first.
  }
}

export function isLeaving(userId: string): boolean {
  try {
    return localStorage.getItem(key) === userId
  } catch {
    return false
  }
}

/** Call once the row is removed or someone has signed in again. */
export function endLeaving(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Denied storage has no mark to remove.
  }
}
