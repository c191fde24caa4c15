type CleanUp = () => void | Promise<void>

const cleanUps = new Set<CleanUp>()

/**
 * Registers cleanup for state of the signed-in user outside the screens (databases, workers,
 * answers). Runs in every tab on sign-out or user switch; the holder reopens for the next user.
 */
export function onSignOut(cleanUp: CleanUp): void {
  cleanUps.add(cleanUp)
}

/** Runs every registered cleanup. One that fails does not stop the others. */
export async function cleanUpOnSignOut(): Promise<void> {
  await Promise.allSettled([...cleanUps].map(async (cleanUp) => cleanUp()))
}
