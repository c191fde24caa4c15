/** Something to wait for that may ring before anybody waits. */
export interface Bell {
  ring(): void
  /** Resolves at once if it rang since the last wait. */
  wait(): Promise<void>
}

export function makeBell(): Bell {
  let hasRung = false
  let answer: (() => void) | null = null
  return {
    ring() {
      if (answer) answer()
      else hasRung = true
      answer = null
    },
    wait() {
      if (hasRung) {
        hasRung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  }
}
