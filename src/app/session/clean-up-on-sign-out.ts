type Holder = () => void | Promise<void>

const holders = new Set<Holder>()

/**
 * For every part of this page that holds something of the signed-in person beyond the screens (databases, workers, answers): how it lets go. Called in each
 * tab when somebody signs out or another person takes their place; afterwards it opens anew for whoever comes.
 */
export function onLettingGo(holder: Holder): void {
  holders.add(holder)
}

/** This page holds nothing of the person any more. One part that fails keeps no other from letting go. */
export async function cleanUpOnSignOut(): Promise<void> {
  await Promise.allSettled([...holders].map(async (holder) => holder()))
}
