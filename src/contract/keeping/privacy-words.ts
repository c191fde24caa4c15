/** What /privacy says beside its fixed texts, for everybody. Apart from the schemas and the retention table: visitors load this. */
export const privacyPath = '/api/privacy'

/** Made by the server (server/keeping/privacy) from the retention table, the configuration and what a superuser wrote down. */
export interface PrivacyFacts {
  readonly kinds: readonly { readonly purpose: string; readonly items: string; readonly period: string }[]
  readonly recipients: readonly PrivacyRecipientWords[]
  /** Name of whoever answers in the chat; null: this server's own rules. */
  readonly chat_model: string | null
  readonly has_kakao: boolean
  /** Until when a backup may still hold what was destroyed. */
  readonly backups: string
}

export interface PrivacyRecipientWords {
  readonly name: string
  readonly task: string
  readonly items: string
  /** Empty: within Korea. */
  readonly country: string
  /** How long they keep it; empty: until their task is done. */
  readonly kept: string
}
