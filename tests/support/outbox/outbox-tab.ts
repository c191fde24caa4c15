import { openOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import type { Seals } from '#mirror/store/seal.ts'
import type { Leadership } from '#mirror/worker/leadership.ts'
import type { FakeBrowser, FakeTab } from '../fakes/fake-runtime.ts'
import { testUserId } from './outbox-fixtures.ts'
import { startSending } from './start-sending.ts'

export interface OutboxTab {
  readonly tab: FakeTab
  readonly outbox: Outbox
  readonly drainer: Leadership | null
}

/** A tab with the test user's outbox open, which takes part in sending unless disabled. */
export async function openOutboxTab(
  browser: FakeBrowser,
  baseUrl: string,
  options: { isVisible?: boolean; isDraining?: boolean; seals?: Seals } = {},
): Promise<OutboxTab> {
  const tab = browser.openTab({ fetch, baseUrl, ...(options.seals && { seals: options.seals }) })
  const outbox = await openOutbox(tab.runtime, testUserId)
  const isDraining = options.isDraining ?? true
  return { tab, outbox, drainer: isDraining ? startSending(outbox, { isVisible: options.isVisible ?? true }) : null }
}

/** States of all entries, in order. */
export function listEntryStates(outbox: Outbox): string[] {
  return [...outbox.image.entriesBySeq.values()].map((entry) => entry.state)
}

export function isAllAcked(outbox: Outbox): boolean {
  return listEntryStates(outbox).every((state) => state === 'acked')
}
