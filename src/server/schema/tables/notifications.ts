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

/** Where a person gets the morning summary by e-mail. */
export interface NotificationEmailTable {
  user_id: string
  address: string
  /** Null until the code has been entered. */
  confirmed_at: string | null
  code_hash: Buffer | null
  code_expires_at: string | null
  tries: Generated<number>
  /** Why the mail server finally refused the address. */
  fault: string | null
}

/** A message to one device or one e-mail address. */
export interface PushMessageTable {
  id: string
  subscription_id: string | null
  email_user_id: string | null
  content: Json<PushContent>
  attempts: Generated<number>
  due_at: string
  expires_at: string
}
