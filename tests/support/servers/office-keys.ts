import { join } from 'node:path'
import { type OfficeKeys, openOfficeKeys } from '#server/keys/office-keys.ts'
import { createTempFolder } from './temp-folder.ts'

let officeKeys: OfficeKeys | undefined

/** Keys for personal numbers, the same for every server of this process. */
export function getTestOfficeKeys(): OfficeKeys {
  officeKeys ??= openOfficeKeys(join(createTempFolder(), 'numbers.key'))
  return officeKeys
}
