import { dayMs } from '#contract/dates/day-ms.ts'
import type { NetworkFault, PassingRequest } from '../../support/servers/fault-proxy.ts'
import type { Command, Weather } from './command.ts'
import { expireTokens, type SimulatedOffice, startServer, stopServer } from './office.ts'
import { type CommandOf, countEvent, pick, type Run } from './run.ts'
import { discard, resolve, retry } from './work-on-outbox.ts'
import { burst, colleague, create, edit, remove } from './work-on-records.ts'
import { advance, leaveTab, listAliveTabs, openTab, settle, signIn, signOut, sleep, type Tab } from './world.ts'

/**
 * Performs one command. Returns false when the next one should start while this one is still
 * running.
 */
export async function perform(run: Run, command: Command): Promise<boolean> {
  countEvent(run, command.kind)
  await dispatch(run, command)
  if (run.random() < 0.3) return false
  await settle(run.world)
  return true
}

async function dispatch(run: Run, command: Command): Promise<void> {
  const { world } = run
  switch (command.kind) {
    case 'create':
      return create(run, command)
    case 'edit':
      return edit(run, command)
    case 'burst':
      return burst(run, command)
    case 'trip':
      return trip(run, command)
    case 'delete':
      return remove(run, command)
    case 'colleague':
      return colleague(run, command)
    case 'network':
      return setNetwork(run, command)
    case 'weather':
      return world.office.proxy.setFaults(createFaultPicker(command.weather, run.random))
    case 'server':
      return setServerUp(world.office, command.isUp)
    case 'expire':
      return expireTokens(world.office, command.what)
    case 'pass':
      return advance(world, command.seconds * 1000)
    case 'sleep':
      return sleep(world, command.hours * 3_600_000)
    case 'sign_in':
      return changeUser(run, command)
    case 'sign_out':
      return signOut(world, world.devices[command.device])
    case 'open':
      if (listAliveTabs(world.devices[command.device]).length < 3) await openTab(world, world.devices[command.device])
      return
    case 'thaw':
      for (const tab of world.devices[command.device].tabs) thaw(tab)
      return
    default:
      return performInTab(run, command)
  }
}

async function setServerUp(office: SimulatedOffice, isUp: boolean): Promise<void> {
  if (isUp) return await startServer(office)
  if (office.killOne) office.killOne()
  else await stopServer(office)
}

type TabCommand = CommandOf<
  'close' | 'crash' | 'freeze' | 'clock' | 'pull' | 'visible' | 'resolve' | 'retry' | 'discard' | 'disk'
>

async function performInTab(run: Run, command: TabCommand): Promise<void> {
  const tab = pick(listAliveTabs(run.world.devices[command.device]), command.tab)
  if (!tab) return
  switch (command.kind) {
    case 'close':
      tab.device.tabs.splice(tab.device.tabs.indexOf(tab), 1)
      return leaveTab(tab)
    case 'crash':
      return tab.fake.crashAtStep(command.inSteps)
    case 'freeze':
      tab.isFrozen = true
      tab.fake.freeze()
      return advance(run.world, command.seconds * 1000)
    case 'clock':
      tab.fake.skewMs = command.days * dayMs
      return
    case 'pull':
      return tab.copy.syncNow()
    case 'visible':
      return tab.copy.setVisible(command.isVisible)
    case 'resolve':
      return resolve(run, tab, command)
    case 'retry':
      return retry(run, tab, command)
    case 'discard':
      return discard(run, tab, command)
    case 'disk':
      if (command.how === 'lost') tab.fake.storage.loseConnections()
      else tab.fake.faults.abortWith = () => (command.how === 'full' ? 'QuotaExceededError' : null)
      return
  }
}

export function thaw(tab: Tab): void {
  tab.isFrozen = false
  tab.fake.thaw()
}

function setNetwork(run: Run, command: CommandOf<'network'>): void {
  const device = run.world.devices[command.device]
  device.isOffline = command.isOffline
  if (!command.isOffline) return
  device.cable.abort(new TypeError('the cable was pulled'))
  device.cable = new AbortController()
}

async function trip(run: Run, { device: name, tab, records, fields }: CommandOf<'trip'>): Promise<void> {
  const device = run.world.devices[name]
  const wasOffline = device.isOffline
  setNetwork(run, { kind: 'network', device: name, isOffline: true })
  for (let at = 0; at < records; at++)
    await edit(run, { kind: 'edit', device: name, tab, isGroup: false, at, fields, isStale: false })
  if (wasOffline) return
  setNetwork(run, { kind: 'network', device: name, isOffline: false })
  for (const aliveTab of listAliveTabs(device)) aliveTab.copy.syncNow()
}

const statuses = [500, 502, 503, 503, 401, 403, 404, 408, 426, 429, 409, 422]

/** An event stream has no end that a proxy could wait for before altering the response. */
const endless: readonly NetworkFault['kind'][] = ['drop_response', 'duplicate', 'truncate', 'hang']

/** In a batch, half of these faults strike in the middle. */
const splittable: readonly NetworkFault['kind'][] = ['drop_request', 'drop_response', 'no_body', 'hang']

function createFaultPicker(weather: Weather, random: () => number): (request: PassingRequest) => NetworkFault {
  return ({ path, writes }) => {
    let die = random() * 100
    for (const [kind, percent] of Object.entries(weather) as [NetworkFault['kind'], number][]) {
      die -= percent
      if (die >= 0) continue
      if (path.endsWith('/events') && endless.includes(kind)) return { kind: 'drop_request' }
      if (kind === 'delay' || kind === 'reorder') return { kind, ms: 4 }
      if (kind === 'status') return { kind, status: statuses[Math.floor(random() * statuses.length)] ?? 500 }
      if (splittable.includes(kind) && writes.length > 1 && random() < 0.5) return { kind: 'partial' }
      return { kind }
    }
    return { kind: 'pass' }
  }
}

async function changeUser(run: Run, { device: name, account }: CommandOf<'sign_in'>): Promise<void> {
  const { world } = run
  const device = world.devices[name]
  if (!world.office.server || device.isOffline) return
  if (device.account !== account) await signOut(world, device)
  await signIn(world, device, account)
  if (device.tabs.length === 0) await openTab(world, device)
}
