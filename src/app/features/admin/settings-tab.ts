export type SettingsTab =
  | 'people'
  | 'tasks'
  | 'api-test'
  | 'addresses'
  | 'office'
  | 'rates'
  | 'trail'
  | 'keeping'
  | 'requests'
  | 'status'
  | 'data'

/** Links from before these parts had tabs of their own: `/settings#office`. */
const tabOfHeading: Readonly<Record<string, SettingsTab>> = {
  office: 'office',
  rates: 'rates',
  undelivered: 'data',
  'demo-data': 'data',
  api: 'data',
}

/** The tab that holds a heading; undefined: the address names none. */
export function settingsTabOf(heading: string): SettingsTab | undefined {
  return Object.hasOwn(tabOfHeading, heading) ? tabOfHeading[heading] : undefined
}
