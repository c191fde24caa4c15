import { toOfficeDay } from '#domain/dates/office-date.ts'
import { type AlertRule, type AlertRuleName, alertRules } from './alert-rules.ts'

/** A row of the trail as the rules see it. */
export interface WatchedRow {
  readonly seq: number
  readonly at: string
  readonly user_id: string | null
  readonly user_name: string
  readonly address: string | null
  /** The network of the IP address. */
  readonly place: string | null
  readonly act: string
  readonly record_id: string | null
  /** The number of records the row reports; null when it reports none. */
  readonly size: number | null
  /** The device's own time, for views without a network. */
  readonly at_device: string | null
  /** Earlier rows only help to judge new ones. */
  readonly isNew: boolean
}

/** Where a user was, and copied lists from, in the last 90 days. A new user has no known places. */
export interface KnownLocations {
  readonly isNewPerson: boolean
  readonly used: ReadonlySet<string>
  readonly copied: ReadonlySet<string>
}

export interface FoundAlert {
  readonly rule: AlertRuleName
  /**
   * Identifies the occasion, so that it raises one alert however often it is found: one per rule,
   * user and office day.
   */
  readonly occasion: string
  readonly last: WatchedRow
  readonly firstSeq: number
  readonly count: number
}

/**
 * Unusual things about the new ones among `rows` (sorted by time); `places` by `getUserKey`.
 * On `firstDay`, the office's first day in the trail, no hour is unusual.
 */
export function findAlerts(
  rows: readonly WatchedRow[],
  places: ReadonlyMap<string, KnownLocations>,
  firstDay: string | null = null,
): readonly FoundAlert[] {
  const alertByOccasion = new Map<string, FoundAlert>()
  for (const [userKey, userRows] of Map.groupBy(rows, getUserKey)) {
    const alerts =
      userKey === null ? [] : findUserAlerts(userKey, userRows, { knownLocations: places.get(userKey), firstDay })
    for (const alert of alerts) if (!alertByOccasion.has(alert.occasion)) alertByOccasion.set(alert.occasion, alert)
  }
  return [...alertByOccasion.values()]
}

interface AlertContext {
  readonly knownLocations: KnownLocations | undefined
  readonly firstDay: string | null
}

function findUserAlerts(userKey: string, rows: readonly WatchedRow[], context: AlertContext): FoundAlert[] {
  const names = Object.keys(alertRules) as AlertRuleName[]
  return names.flatMap((name) => {
    const rule: AlertRule = alertRules[name]
    return findRuleAlerts(rule, rows, context).map((alert) => ({
      rule: name,
      occasion: `${name}:${userKey}:${describeOccasion(rule, alert.last)}`,
      ...alert,
    }))
  })
}

/** The user of a row, or the IP address when nobody was signed in. Null: the server itself. */
export function getUserKey({ user_id, place }: Pick<WatchedRow, 'user_id' | 'place'>): string | null {
  return user_id ?? (place === null ? null : `address ${place}`)
}

type Alert = Pick<FoundAlert, 'last' | 'firstSeq' | 'count'>

function findRuleAlerts(rule: AlertRule, rows: readonly WatchedRow[], context: AlertContext): Alert[] {
  if (rule.kind === 'many') return countInWindow(rule, rows)
  return rows
    .filter((row) => row.isNew && isUnusual(rule, row, context))
    .map((row) => ({ last: row, firstSeq: row.seq, count: row.size ?? 1 }))
}

function isUnusual(
  rule: Exclude<AlertRule, { kind: 'many' }>,
  row: WatchedRow,
  { knownLocations, firstDay }: AlertContext,
): boolean {
  if (rule.kind === 'large') return rule.acts.includes(row.act) && (row.size ?? 0) >= rule.from
  if (rule.kind === 'night' || rule.kind === 'sunday') {
    const time = findActingTime(row)
    if (!isOwnAct(row) || toOfficeDay(time) === firstDay) return false
    return rule.kind === 'night' ? isNight(time) : isSunday(time) && !isNight(time)
  }
  if (row.place === null || knownLocations === undefined || row.user_id === null) return false
  if (rule.kind === 'new_place')
    return row.act === 'sign_in' && !knownLocations.isNewPerson && !knownLocations.used.has(row.place)
  // A first copy is never unusual.
  return row.act === 'copy' && knownLocations.copied.size > 0 && !knownLocations.copied.has(row.place)
}

/** Counts in a window that slides from row to row, not per clock hour. */
function countInWindow(rule: Extract<AlertRule, { kind: 'many' }>, rows: readonly WatchedRow[]): Alert[] {
  const countedRows = rows.filter((row) => rule.acts.includes(row.act))
  const alerts: Alert[] = []
  const window = createWindow(rule.counted)
  let first = 0
  for (const row of countedRows) {
    window.add(row)
    for (
      let oldest = countedRows[first];
      oldest && parseTime(oldest) <= parseTime(row) - rule.withinMs;
      oldest = countedRows[first]
    ) {
      window.remove(oldest)
      first += 1
    }
    const count = window.count()
    if (row.isNew && count >= rule.from) alerts.push({ last: row, firstSeq: countedRows[first]?.seq ?? row.seq, count })
  }
  return alerts
}

function createWindow(counted: 'acts' | 'sizes' | 'records') {
  let sum = 0
  const records = new Map<string, number>()
  const change = (row: WatchedRow, by: 1 | -1) => {
    sum += by * (counted === 'sizes' ? (row.size ?? 1) : 1)
    if (row.record_id === null) return
    const times = (records.get(row.record_id) ?? 0) + by
    if (times === 0) records.delete(row.record_id)
    else records.set(row.record_id, times)
  }
  return {
    add: (row: WatchedRow) => change(row, 1),
    remove: (row: WatchedRow) => change(row, -1),
    count: () => (counted === 'records' ? records.size : sum),
  }
}

/** Acts that don't show a person at work: ends of sessions and refusals. */
const passiveActs = ['sign_out', 'session_end', 'session_reuse', 'not_permitted', 'proof_refused', 'role_change']

function isOwnAct({ user_id, act }: WatchedRow): boolean {
  return user_id !== null && !passiveActs.includes(act)
}

function parseTime(row: WatchedRow): number {
  return Date.parse(row.at)
}

/**
 * The time for the person who acted. A device that submits views later sends its own time, which
 * counts unless it is in the server's future.
 */
function findActingTime(row: WatchedRow): number {
  const deviceTime = row.at_device === null ? Number.NaN : Date.parse(row.at_device)
  return Number.isNaN(deviceTime) || deviceTime > parseTime(row) ? parseTime(row) : deviceTime
}

/** Hour in Seoul. */
function getOfficeHour(ms: number): number {
  return new Date(ms + 9 * 3_600_000).getUTCHours()
}

/** 22:00–06:00. */
function isNight(ms: number): boolean {
  const hour = getOfficeHour(ms)
  return hour >= 22 || hour < 6
}

function isSunday(ms: number): boolean {
  return new Date(ms + 9 * 3_600_000).getUTCDay() === 0
}

/** A night counts as one occasion across midnight. */
function describeOccasion(rule: AlertRule, row: WatchedRow): string {
  if (rule.kind === 'night') return toOfficeDay(findActingTime(row) - 6 * 3_600_000)
  if (rule.kind === 'sunday') return toOfficeDay(findActingTime(row))
  if (rule.kind === 'large') return String(row.seq)
  return rule.kind === 'many' ? toOfficeDay(parseTime(row)) : `${toOfficeDay(parseTime(row))}:${row.place}`
}
