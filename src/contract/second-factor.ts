import { z } from 'zod'
import { factorReasonSchema } from './problem.ts'
import { idSchema, instantSchema } from './values.ts'

/** Base of the calls about one's own second factor. They answer before one was given: by them it is given. */
export const factorPath = '/api/session/factor'

/** A factor counts so long; then, and on every new device, it is asked for again. */
export const factorHours = 12
/** Before reveals, exports and admin acts it must not be older. */
export const freshFactorMinutes = 10
/** Nobody touched the device for so long: locked on the screen, and on the server where a factor is asked for. */
export const idleMinutes = 30
/** The same on admin screens. */
export const idleAdminMinutes = 10
/** Failures in a row until the second step is locked. */
export const maxFactorFailures = 5
/** So long after signing in a first factor can be set up without another one. */
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

/** `GET /api/session/factor`: how it stands. Names and times of what is set up are told only to a session that has given its factor. */
export const factorStatusSchema = z.object({
  /** Why this session sees nothing of the office; null: it does. */
  needs: factorReasonSchema.nullable(),
  /** Whether the office's rules ask this person for one here, whatever they want. */
  is_required: z.boolean(),
  has_passkey: z.boolean(),
  has_totp: z.boolean(),
  /** Unused ones; null while that is not told. */
  recovery_left: z.int().nullable(),
  passkeys: z.array(passkeySchema),
  totp_since: instantSchema.nullable(),
  /** Until when the second step is locked; null: it is not. */
  locked_until: instantSchema.nullable(),
  /** Whether something can be set up or taken away now: right after signing in, or with a fresh factor. */
  may_change: z.boolean(),
})
export type FactorStatus = z.infer<typeof factorStatusSchema>

/** A browser's answer to a challenge: checked by the library, handed on as it is. */
const browserAnswerSchema = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
})

/** Digits with blanks or a dash between are taken as they are pasted. */
const codeSchema = z.string().min(1).max(60)

/** `POST …/pass`. */
export const factorProofSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passkey'), answer: browserAnswerSchema }),
  z.strictObject({ kind: z.literal('totp'), code: codeSchema }),
  z.strictObject({ kind: z.literal('recovery'), code: codeSchema }),
])
export type FactorProof = z.infer<typeof factorProofSchema>

/** `POST …/passkey/options` and `…/passkey/new`: what the browser's part of WebAuthn is given. */
export const browserOptionsSchema = z.looseObject({ challenge: z.string() })

const nameSchema = z.string().trim().min(1, '이름을 입력해 주세요.').max(50, '50자 이하로 입력해 주세요.')

/** `POST …/passkeys`. */
export const newPasskeySchema = z.strictObject({ name: nameSchema, answer: browserAnswerSchema })
/** `PUT …/passkeys/{id}`. */
export const renamedPasskeySchema = z.strictObject({ name: nameSchema })
/** `POST …/totp/new`: shown once, as a picture and as text. */
export const newTotpSchema = z.object({ uri: z.string(), secret: z.string() })
/** `POST …/totp`: the first code of the new secret. */
export const provedTotpSchema = z.strictObject({ code: codeSchema })

/** After something was set up. The codes come with the first of all and are told this once; null: there were some. */
export const enrolledSchema = z.object({ recovery_codes: z.array(z.string()).nullable() })
/** `POST …/recovery-codes`: new ones; those before are worth nothing any more. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) })

export const doneSchema = z.object({ ok: z.literal(true) })

/**
 * A sealed offline copy opens with a PIN, which the server never sees. What the copy holds proves that the PIN was right: `PUT` registers it for the session, `POST` ends the idle lock with it.
 * It opens nothing else: after twelve hours, on a new session and before a step-up the factor itself is asked for.
 */
export const pinProofPath = `${factorPath}/pin`
/** 256 bits, base64url. */
export const pinProofSchema = z.strictObject({ proof: z.string().regex(/^[\w-]{43}$/) })

/** `POST /api/session/activity`: the person was at this device just now. */
export const activityPath = '/api/session/activity'

/** `DELETE …/{id}/factor` of a person, superusers only: takes all factors away and ends all sessions. */
export const personFactorPath = (id: string) => `/api/mysql/user/${id}/factor`
