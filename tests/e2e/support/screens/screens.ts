import { bookScreens } from './book-screens.ts'
import { officeScreens } from './office-screens.ts'
import { publicScreens } from './public-screens.ts'
import type { Audience, Screen } from './screen.ts'
import { settingsScreens } from './settings-screens.ts'

/** Every screen of the app. tests/rules/screens.test.ts reports missing routes. */
export const screens: readonly Screen[] = [...publicScreens, ...officeScreens, ...bookScreens, ...settingsScreens]

export function listScreens(reader: Audience): readonly Screen[] {
  return screens.filter((screen) => screen.reader === reader)
}
