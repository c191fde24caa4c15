type Holder = () => void | Promise<void>

const holders = new Set<Holder>()

/**
 * Registers cleanup for state of the signed-in user outside the screens (databases, workers,
 * answers). Runs in every tab on sign-out or user switch; the holder reopens for the next user.
 */
export function onLettingGo(holder: Holder): void {
  holders.add(holder)
}

/** Runs every registered cleanup. One that fails does not stop the others. */
export async function cleanUpOnSignOut(): Promise<void> {
  await Promise.allSettled([...holders].map(async (holder) => holder()))
}
