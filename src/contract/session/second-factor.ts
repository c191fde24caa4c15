import { z } from 'zod'
import { factorReasonSchema } from '#contract/problem.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/**
 * Base of the calls about the user's own second factor. They work before a factor was given,
 * because they are how it is given.
 */
export const factorPath = '/api/session/factor'

/** A factor is valid this long, on one device. */
export const factorHours = 12
/** Maximum age of the factor for reveals, exports and admin acts. */
export const freshFactorMinutes = 10
/** Idle time after which the screen locks, and with a required factor the session too. */
export const idleMinutes = 30
/** The same on admin screens. */
export const idleAdminMinutes = 10
/** Consecutive failures that lock the second step. */
export const maxFactorFailures = 5
/** Time after sign-in in which the first factor can be set up without giving one. */
export const enrolMinutes = 10
export const recoveryCodeCount = 10

const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  is_backed_up: z.boolean(),
  made_at: instantSchema,
  last_used_at: instantSchema.nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

/**
 * `GET /api/session/factor`. Names and times of the factors are returned only to a session that has
 * given its factor.
 */
export const factorStatusSchema = z.object({
  /** Why this session cannot access office data; null if it can. */
  needs: factorReasonSchema.nullable(),
  /** Whether the office's rules require a factor from this person on this network. */
  is_required: z.boolean(),
  has_passkey: z.boolean(),
  has_totp: z.boolean(),
  /** Number of unused ones; null while hidden. */
  recovery_left: z.int().nullable(),
  passkeys: z.array(passkeySchema),
  totp_since: instantSchema.nullable(),
  /** When the second step unlocks; null if it is not locked. */
  locked_until: instantSchema.nullable(),
  /** Whether factors may be added or removed now: right after sign-in, or with a fresh factor. */
  may_change: z.boolean(),
})
export type FactorStatus = z.infer<typeof factorStatusSchema>

/**
 * A browser's response to a WebAuthn challenge; passed unchanged to the library, which validates
 * it.
 */
const passkeyResponseSchema = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
})

/** Pasted codes may contain blanks or dashes. */
const codeSchema = z.string().min(1).max(60)

export const factorProofSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passkey'), answer: passkeyResponseSchema }),
  z.strictObject({ kind: z.literal('totp'), code: codeSchema }),
  z.strictObject({ kind: z.literal('recovery'), code: codeSchema }),
])
export type FactorProof = z.infer<typeof factorProofSchema>

/** `POST …/passkey/options` and `…/passkey/new`: options for the browser's WebAuthn call. */
export const browserOptionsSchema = z.looseObject({ challenge: z.string() })

const nameSchema = z.string().trim().min(1, '이름을 입력해 주세요.').max(50, '50자 이하로 입력해 주세요.')

export const newPasskeySchema = z.strictObject({ name: nameSchema, answer: passkeyResponseSchema })
export const passkeyRenameSchema = z.strictObject({ name: nameSchema })
/** `POST …/totp/new`: shown once, as a QR code and as text. */
export const newTotpSchema = z.object({ uri: z.string(), secret: z.string() })
/** `POST …/totp`: the first code of the new secret. */
export const totpProofSchema = z.strictObject({ code: codeSchema })

/**
 * Response after setting up a factor. Recovery codes are returned only with the first factor and
 * only once; otherwise null.
 */
export const enrolmentResponseSchema = z.object({ recovery_codes: z.array(z.string()).nullable() })
/** `POST …/recovery-codes`: new codes; older ones become invalid. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) })

export const okResponseSchema = z.object({ ok: z.literal(true) })

/**
 * An encrypted offline copy opens with a PIN that the server never sees. A secret inside the copy
 * proves that the PIN was right: `PUT` registers the proof for the session, `POST` ends the idle
 * lock with it. It is valid for nothing else: after twelve hours, in a new session and before a
 * step-up the factor itself is required.
 */
export const pinProofPath = `${factorPath}/pin`
/** 256 bits, base64url. */
export const pinProofSchema = z.strictObject({ proof: z.string().regex(/^[\w-]{43}$/) })

/** `POST /api/session/activity`: reports that the user is active on this device. */
export const activityPath = '/api/session/activity'

/**
 * `DELETE …/{id}/factor`, superusers only: removes all factors of a person and ends all sessions.
 */
export const buildPersonFactorPath = (id: string) => `/api/mysql/user/${id}/factor`
