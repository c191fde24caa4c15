import { z } from 'zod'

/**
 * Notifications 알림 of what is due, by Web Push (RFC 8030, 8291, 8292) and e-mail, for staff. Each
 * call is about the caller, the device calls about the caller's session.
 */
export const notificationsPath = '/api/notifications'

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
const timeSchema = z.string().regex(timePattern, '08:30처럼 시각을 입력해 주세요.')

/** `PUT`: what a person wants. All times of day are Korean. */
export const notificationSettingsSchema = z.strictObject({
  /** When the summary comes, and the earliest time of all others. */
  morning_at: timeSchema,
  /** Nothing arrives from here to `quiet_until`, also over midnight. Equal: no quiet hours. */
  quiet_from: timeSchema,
  quiet_until: timeSchema,
  /** Kinds the person doesn't want: the summary, or the deadlines of a book. */
  off: z.array(z.string().max(50)).max(50),
})
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

export const defaultNotificationSettings: NotificationSettings = {
  morning_at: '08:30',
  quiet_from: '20:00',
  quiet_until: '08:00',
  off: [],
}

/** The kind of the morning summary; the others are names of books with a deadline. */
export const summaryKind = 'summary'

/** `GET`. */
export const notificationStatusSchema = z.object({
  settings: notificationSettingsSchema,
  /** The office's key for push services (`applicationServerKey`), base64url. */
  public_key: z.string(),
  /** Whether notifications go to this session's device. */
  has_device: z.boolean(),
  /** The caller's e-mail address; null where the office has named no mail server. */
  email: z
    .object({
      /** Empty: none. */
      address: z.string(),
      is_confirmed: z.boolean(),
      /** What the mail server said when it finally refused the address. */
      fault: z.string().nullable(),
    })
    .nullable(),
})
export type NotificationStatus = z.infer<typeof notificationStatusSchema>

const base64url = /^[\w-]+$/

/** `PUT`: a browser's subscription, as `PushSubscription.toJSON()` has it; `DELETE` ends it. */
export const notificationDevicePath = `${notificationsPath}/device`
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https$/, error: '알림 서비스의 주소가 아닙니다.' }).max(2000),
  keys: z.strictObject({
    /** An uncompressed P-256 point. */
    p256dh: z.string().length(87).regex(base64url),
    /** 16 bytes. */
    auth: z.string().length(22).regex(base64url),
  }),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionSchema>

/** `POST`: sends one to this session's device at once. */
export const testNotificationPath = `${notificationsPath}/test`

/** `PUT`: sends a code to an address, which replaces the one before. `DELETE` removes it. */
export const notificationEmailPath = `${notificationsPath}/email`
export const notificationEmailSchema = z.strictObject({
  address: z.email('이메일 주소를 확인해 주세요.').max(254, '이메일 주소가 너무 깁니다.'),
})

/** `POST`: the code confirms the address. */
export const emailConfirmationPath = `${notificationEmailPath}/confirmation`
export const emailConfirmationSchema = z.strictObject({
  code: z.string().regex(/^\d{6}$/, '숫자 여섯 자리를 입력해 주세요.'),
})

export const notificationDoneSchema = z.object({ ok: z.literal(true) })

/**
 * What a push contains. HAZARD: it passes foreign services and lock screens, so it holds kinds,
 * numbers and days, and never anything about a person or a record.
 */
export const pushContentSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** The path of the list to open, with its query. */
  path: z.string().startsWith('/'),
  /** A later notification with this tag replaces the one before. */
  tag: z.string(),
  /** The number on the app's icon; absent: unchanged. */
  badge: z.int().nonnegative().optional(),
})
export type PushContent = z.infer<typeof pushContentSchema>
