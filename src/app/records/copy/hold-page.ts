let pending = 0
let isGuarding = false

/**
 * Leaving the page asks first while `work` runs. For writes on this device that take milliseconds on a good day and seconds on a busy disk: a page that is
 * gone before they are done would lose them. Answers what `work` answers.
 */
export async function holdPageDuring<T>(work: Promise<T>): Promise<T> {
  pending += 1
  try {
    return await work
  } finally {
    pending -= 1
  }
}

/** Called before there is anything to hold: an edit committed by the very event that leaves the page must be heard in that event. */
export function guardLeaving(): void {
  if (isGuarding) return
  isGuarding = true
  window.addEventListener('beforeunload', (event) => {
    if (pending > 0) event.preventDefault()
  })
}
