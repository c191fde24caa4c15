import type { Command } from './command.ts'
import type { Owed } from './promised-writes.ts'
import { type DeviceName, listAliveTabs, openTab, type Tab, type World } from './world.ts'

/** A running trace. */
export interface Run {
  readonly world: World
  readonly owed: Owed
  /** How often each event occurred, to detect a suite that no longer tests something. */
  readonly seen: Map<string, number>
  readonly random: () => number
}

export type CommandOf<K extends Command['kind']> = Command & { kind: K }

export function countEvent(run: Run, what: string): void {
  run.seen.set(what, (run.seen.get(what) ?? 0) + 1)
}

/** The n-th element, wrapping around. */
export function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % Math.max(1, from.length)]
}

/** A tab for the command; opens one when there is none. */
export async function findOrOpenTab(run: Run, command: { device: DeviceName; tab: number }): Promise<Tab | null> {
  const device = run.world.devices[command.device]
  return pick(listAliveTabs(device), command.tab) ?? openTab(run.world, device)
}
