import type { EntryView } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox, type Outbox, rereadOutbox } from '#mirror/outbox/open-outbox.ts'
import { createOutboxView } from '#mirror/outbox/outbox-view.ts'
import { isUnsettled } from '#mirror/outbox/stored-entry.ts'
import { type Account, startServer, userIdByAccount } from './office.ts'
import { thaw } from './perform.ts'
import {
  advance,
  type Device,
  listAliveTabs,
  openFakeTab,
  openTab,
  settle,
  signIn,
  type Tab,
  type World,
} from './world.ts'

/** One user's outbox on one device, inspected from outside, with an open tab. */
export interface Desk {
  readonly device: Device
  readonly account: Account
  readonly name: string
  readonly outbox: Outbox
  entries(): readonly EntryView[]
}

/**
 * Removes all faults, signs everybody in and waits until nothing changes any more; only decisions
 * by people remain.
 */
export async function quiesce(world: World): Promise<Desk[]> {
  await removeFaults(world)
  const desks: Desk[] = []
  for (const device of Object.values(world.devices)) {
    for (const account of device.accounts) desks.push(await openDesk(world, device, account))
  }
  for (let round = 0; round < 40; round++) {
    await retryWaitingEdits(world, desks)
    for (const tab of listAllTabs(world)) tab.copy.syncNow()
    await settle(world)
    for (const desk of desks) await rereadOutbox(desk.outbox)
    if (desks.every(isQuiet)) return desks
    // The change log is released only up to the oldest transaction of the whole database cluster,
    // which other tests use too.
    await new Promise((resolve) => setTimeout(resolve, round))
    await advance(world, 5_000)
  }
  throw new Error(`never became idle:\n${desks.flatMap((desk) => listStuckEntries(desk)).join('\n')}`)
}

async function removeFaults(world: World): Promise<void> {
  const { proxy } = world.office
  proxy.setFaults(() => ({ kind: 'pass' }))
  proxy.setReachable(true)
  await startServer(world.office)
  for (const device of Object.values(world.devices)) {
    device.isOffline = false
    // Hanging requests would otherwise last until their 30-second timeout.
    device.cable.abort(new TypeError('healed'))
    device.cable = new AbortController()
    for (const tab of device.tabs) {
      thaw(tab)
      tab.fake.skewMs = 0
      tab.fake.faults.abortWith = () => null
      tab.fake.crashAtStep(Number.POSITIVE_INFINITY)
    }
  }
  await settle(world)
  for (const device of Object.values(world.devices)) device.tabs.splice(0, device.tabs.length, ...listAliveTabs(device))
}

async function openDesk(world: World, device: Device, account: Account): Promise<Desk> {
  await signIn(world, device, account)
  const tab = device.tabs.find((candidate) => candidate.account === account) ?? (await openTab(world, device))
  if (!tab) throw new Error('a tab without faults did not open')
  tab.copy.setVisible(true)
  const outbox = await openOutbox(openFakeTab(world, device, { account }).runtime, userIdByAccount[account])
  const view = createOutboxView(outbox)
  return { device, account, name: `${device.name}/${account}`, outbox, entries: () => view.getEntries() }
}

export function closeDesk(desk: Desk): void {
  closeOutbox(desk.outbox)
}

/**
 * Clock jumps make entries look older than 30 days, so the app asks; people choose to send them.
 */
async function retryWaitingEdits(world: World, desks: readonly Desk[]): Promise<void> {
  for (const desk of desks) {
    const tab = requireTab(world, desk)
    for (const entry of desk.entries()) {
      if (entry.state === 'held_old') await tab.copy.outbox.retry(entry.opId)
    }
  }
}

export function requireTab(_world: World, desk: Desk): Tab {
  const tab = desk.device.tabs.find((candidate) => candidate.account === desk.account && !candidate.fake.isDead)
  if (!tab) throw new Error(`${desk.name} has no tab`)
  return tab
}

export function listAllTabs(world: World): Tab[] {
  return Object.values(world.devices).flatMap((device) => listAliveTabs(device))
}

const statesForPeople = ['conflict', 'rejected']

function isQuiet(desk: Desk): boolean {
  const entries = [...desk.outbox.image.entriesBySeq.values()]
  if (entries.some((entry) => !isUnsettled(entry))) return false
  return desk
    .entries()
    .every((entry) => statesForPeople.includes(entry.state) || (entry.isBlocked && entry.state === 'queued'))
}

function listStuckEntries(desk: Desk): string[] {
  return [...desk.outbox.image.entriesBySeq.values()].map(
    (entry) =>
      `  ${desk.name} ${entry.seq} ${entry.kind} ${entry.recordId.slice(-6)} ${entry.state} attempts ${entry.attempts} ack ${JSON.stringify(entry.ack)}`,
  )
}
