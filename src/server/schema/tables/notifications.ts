import type { Generated } from 'kysely'
import type { NotificationSettings, PushContent } from '#contract/notifications/notifications.ts'
import type { Json } from './foundation.ts'

/** The office's key pair for push services; one row. */
export interface PushKeyTable {
  only_row: Generated<boolean>
  /** base64url, uncompressed point. */
  public_key: string
  cipher: Buffer
}

export interface PushSubscriptionTable {
  id: string
  session_id: string
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  made_at: Generated<string>
}

export interface NotificationSettingTable extends NotificationSettings {
  user_id: string
}

/** What a person was notified of; `about` is a kind, or a book and the id of a record. */
export interface NotificationMarkTable {
  user_id: string
  day: string
  about: string
}

export interface PushMessageTable {
  id: string
  subscription_id: string
  content: Json<PushContent>
  attempts: Generated<number>
  due_at: string
  expires_at: string
}
