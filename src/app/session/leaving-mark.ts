const key = 'leaving_user'

/** Whose sign-out has begun while their session still stands beside the outbox: until that row is gone nothing may bring the login back from it. */
export function beginLeaving(userId: string): void {
  try {
    localStorage.setItem(key, userId)
  } catch {
    // Denied or full: the row goes in a moment, unless the window closes in between.
  }
}

export function isLeaving(userId: string): boolean {
  try {
    return localStorage.getItem(key) === userId
  } catch {
    return false
  }
}

/** The row is gone, or somebody has signed in anew. */
export function endLeaving(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Denied storage holds no mark.
  }
}
