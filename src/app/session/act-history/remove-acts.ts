import type { Runtime } from '#mirror/runtime.ts'
import { deleteDatabases } from '#mirror/store/remove-mirrors.ts'
import { actStoreName } from './act-store.ts'

/** Takes the acts of everybody but `keep()` (user ids, asked at every look) off the device: they tell what was written over, and nobody undoes another person's work. */
export function removeActs(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  keep: () => readonly string[],
): Promise<boolean> {
  return deleteDatabases(
    runtime,
    (name) => name.startsWith(actStoreName('')) && !keep().some((userId) => name === actStoreName(userId)),
  )
}
