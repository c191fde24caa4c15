import fc from 'fast-check'
import type { NetworkFault } from '../../support/servers/fault-proxy.ts'
import type { Account } from './office.ts'
import type { DeviceName } from './world.ts'

/** A new value; `index` selects the field. */
export interface FieldPick {
  readonly index: number
  readonly how: 'fresh' | 'clear' | 'revert' | 'poison'
}

/** One edit of a burst; `at` selects among few records, so that some are edited repeatedly. */
export interface BurstEdit {
  readonly at: number
  readonly field: FieldPick
}

/** Network faults in percent per kind; the rest passes. */
export type Weather = Readonly<Partial<Record<NetworkFault['kind'], number>>>

/**
 * `at` and `tab` select among what exists at that moment; a command without a target does nothing.
 */
export type Command =
  | { kind: 'create'; device: DeviceName; tab: number; isGroup: boolean; fields: FieldPick[] }
  | {
      kind: 'edit'
      device: DeviceName
      tab: number
      isGroup: boolean
      at: number
      fields: FieldPick[]
      isStale: boolean
    }
  /**
   * Edits typed faster than the device stores them, without waiting for each other. `killIn`: steps
   * until the tab dies, or null.
   */
  | { kind: 'burst'; device: DeviceName; tab: number; edits: BurstEdit[]; killIn: number | null }
  /**
   * Goes offline, changes several records and comes back online; pending edits are then sent in
   * batches.
   */
  | { kind: 'trip'; device: DeviceName; tab: number; records: number; fields: FieldPick[] }
  | { kind: 'delete'; device: DeviceName; tab: number; isGroup: boolean; at: number }
  /** `isSame`: the field that somebody on a device wrote last. */
  | {
      kind: 'colleague'
      act: 'edit' | 'delete'
      isGroup: boolean
      at: number
      field: number
      isSame: boolean
    }
  | { kind: 'open'; device: DeviceName }
  | { kind: 'close'; device: DeviceName; tab: number }
  | { kind: 'crash'; device: DeviceName; tab: number; inSteps: number }
  | { kind: 'freeze'; device: DeviceName; tab: number; seconds: number }
  | { kind: 'thaw'; device: DeviceName }
  | { kind: 'network'; device: DeviceName; isOffline: boolean }
  | { kind: 'weather'; weather: Weather }
  | { kind: 'server'; isUp: boolean }
  | { kind: 'expire'; what: 'access' | 'sessions' }
  | { kind: 'pass'; seconds: number }
  | { kind: 'sleep'; hours: number }
  | { kind: 'clock'; device: DeviceName; tab: number; days: number }
  | { kind: 'pull'; device: DeviceName; tab: number }
  | { kind: 'visible'; device: DeviceName; tab: number; isVisible: boolean }
  | { kind: 'sign_in'; device: DeviceName; account: Account }
  | { kind: 'sign_out'; device: DeviceName }
  | { kind: 'resolve'; device: DeviceName; tab: number; at: number; choices: ('mine' | 'theirs')[] }
  | { kind: 'retry'; device: DeviceName; tab: number; at: number; isFixed: boolean }
  | { kind: 'discard'; device: DeviceName; tab: number; at: number }
  | { kind: 'disk'; device: DeviceName; tab: number; how: 'full' | 'fine' | 'lost' }

const device = fc.constantFrom<DeviceName>('pc', 'pc', 'tablet')
const tab = fc.nat(3)
const at = fc.nat(9)
const isGroup = fc.constantFrom(false, false, false, false, true)
const fieldPick: fc.Arbitrary<FieldPick> = fc.record({
  index: fc.nat(7),
  how: fc.constantFrom('fresh', 'fresh', 'fresh', 'fresh', 'fresh', 'clear', 'revert', 'poison'),
})
const fields = fc.array(fieldPick, { minLength: 1, maxLength: 3 })

const share = fc.constantFrom(0, 0, 0, 5, 20)
const weather: fc.Arbitrary<Weather> = fc.oneof(
  fc.constant<Weather>({}),
  fc.record({
    drop_request: share,
    drop_response: fc.constantFrom(0, 10, 30),
    delay: share,
    duplicate: share,
    reorder: share,
    status: share,
    html: share,
    redirect: share,
    no_body: share,
    truncate: share,
    // Drawn after all others and never applied to the event stream; an equal share would make it
    // too rare.
    hang: fc.constantFrom(0, 10, 20),
  }),
)

function kind<K extends Command['kind']>(name: K): fc.Arbitrary<K> {
  return fc.constant(name)
}

/** Mostly work on records, because a fault with nothing to lose proves nothing. */
export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: kind('create'), device, tab, isGroup, fields }) },
  { weight: 30, arbitrary: fc.record({ kind: kind('edit'), device, tab, isGroup, at, fields, isStale: fc.boolean() }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('burst'),
      device,
      tab,
      edits: fc.array(fc.record({ at: fc.nat(4), field: fieldPick }), { minLength: 3, maxLength: 12, size: 'max' }),
      killIn: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 2 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('delete'), device, tab, isGroup, at }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: kind('trip'), device, tab, records: fc.integer({ min: 5, max: 10 }), fields }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('colleague'),
      act: fc.constantFrom('edit', 'edit', 'edit', 'delete'),
      isGroup,
      at,
      field: fc.nat(7),
      isSame: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('open'), device }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('close'), device, tab }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('crash'), device, tab, inSteps: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('freeze'), device, tab, seconds: fc.constantFrom(0, 5, 30) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('thaw'), device }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('network'), device, isOffline: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('weather'), weather }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('server'), isUp: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('expire'), what: fc.constantFrom('access', 'access', 'sessions') }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('pass'), seconds: fc.constantFrom(1, 3, 6, 12, 35) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('sleep'), hours: fc.constantFrom(1, 10, 24, 744) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('clock'), device, tab, days: fc.constantFrom(-1, 0, 0, 365, -20_000) }),
  },
  { weight: 9, arbitrary: fc.record({ kind: kind('pull'), device, tab }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('visible'), device, tab, isVisible: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('sign_in'), device, account: fc.constantFrom<Account>('staff', 'superuser') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('sign_out'), device }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: kind('resolve'),
      device,
      tab,
      at,
      choices: fc.array(fc.constantFrom<('mine' | 'theirs')[]>('mine', 'theirs'), { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('retry'), device, tab, at, isFixed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('discard'), device, tab, at }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('disk'), device, tab, how: fc.constantFrom('full', 'fine', 'lost') }),
  },
)

export interface Trace {
  readonly hasEvents: boolean
  readonly seed: number
  readonly commands: readonly Command[]
}

export const traceArbitrary: fc.Arbitrary<Trace> = fc.record({
  hasEvents: fc.boolean(),
  seed: fc.nat(1_000_000),
  commands: fc.array(commandArbitrary, { minLength: 5, maxLength: 60, size: 'max' }),
})

/** One readable line per command. */
export function formatTrace(trace: Trace): string {
  const head = `events ${trace.hasEvents ? 'on' : 'off'}, seed ${trace.seed}, ${trace.commands.length} commands`
  return [
    head,
    ...trace.commands.map((command, index) => `${String(index + 1).padStart(3)}. ${formatCommand(command)}`),
  ].join('\n')
}

export function formatCommand({ kind: name, ...rest }: Command): string {
  const details = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  return [name.padEnd(9), ...details].join('  ')
}
