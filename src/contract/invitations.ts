import { z } from 'zod'
import { userInfoSchema } from './session.ts'
import { idSchema, instantSchema, textSchema } from './values.ts'

/** Base of the superusers' calls about invitations: links by which a first sign-in makes staff, or a member becomes it. */
export const invitationsPath = '/api/staff/invitations/'

/** A link works once and for so long. */
export const invitationDays = 7

/** What may have become of a link; `withdrawn` too when its maker is no superuser any more. */
const invitationStateSchema = z.enum(['open', 'used', 'expired', 'withdrawn'])
export type InvitationState = z.infer<typeof invitationStateSchema>

/** `GET`: links that are open, then those that were settled within the last thirty days. The link itself is told once, when it is made. */
export const invitationsSchema = z.object({
  invitations: z.array(
    z.object({
      id: idSchema,
      note: z.string(),
      made_by: z.string(),
      made_at: instantSchema,
      expires_at: instantSchema,
      state: invitationStateSchema,
      /** When it was used or withdrawn, and by whom; null and empty for the others. */
      settled_at: instantSchema.nullable(),
      settled_by: z.string(),
    }),
  ),
})
export type Invitation = z.infer<typeof invitationsSchema>['invitations'][number]

/** `POST`: `note` says whom it is for, to the office alone. */
export const newInvitationSchema = z.strictObject({
  note: textSchema(50)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, '받는 사람을 입력해 주세요.')),
})
/** `link` holds the token behind a `#`, which no browser sends to a server. */
export const madeInvitationSchema = invitationsSchema.extend({ link: z.url(), expires_at: instantSchema })
export type MadeInvitation = z.infer<typeof madeInvitationSchema>

/** `DELETE`: an open link works no more. */
export const withdrawInvitationSchema = z.strictObject({ id: idSchema })

/** The token of a link as it came; in bodies only, so that no log and no history of requests holds it. */
export const invitationTokenSchema = z.string().min(1).max(200)
export const invitationRequestSchema = z.strictObject({ token: invitationTokenSchema })

/** `POST /api/invitation/look`, for everybody who holds a token: what it is worth. Nothing is used up by it. */
export const invitationLookPath = '/api/invitation/look'
export const invitationLookSchema = z.object({
  state: invitationStateSchema,
  invited_by: z.string(),
  expires_at: instantSchema,
  /** Whoever asks is signed in and became staff by it. */
  is_used_by_you: z.boolean(),
})
export type InvitationLook = z.infer<typeof invitationLookSchema>

/** `POST /api/invitation/take`: who is signed in becomes staff. A first sign-in takes it by itself (`invitation` of the callback). */
export const invitationTakePath = '/api/invitation/take'
export const takenInvitationSchema = z.object({ user_info: userInfoSchema })
