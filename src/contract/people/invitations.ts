import { z } from 'zod'
import { buildTextSchema, idSchema, instantSchema } from '#contract/records/values.ts'
import { userInfoSchema } from '#contract/session/session.ts'

/**
 * Base of the superusers' calls about invitations: links that make a first sign-in, or an existing
 * member, staff.
 */
export const invitationsPath = '/api/staff/invitations/'

/** Lifetime of a link, which works once. */
export const invitationDays = 7

/** State of a link. It is also `withdrawn` if its maker is no longer a superuser. */
const invitationStateSchema = z.enum(['open', 'used', 'expired', 'withdrawn'])
export type InvitationState = z.infer<typeof invitationStateSchema>

/**
 * `GET`: open links, then those closed within the last thirty days. The link itself is returned
 * only once, when it is made.
 */
export const invitationsSchema = z.object({
  invitations: z.array(
    z.object({
      id: idSchema,
      note: z.string(),
      made_by: z.string(),
      made_at: instantSchema,
      expires_at: instantSchema,
      state: invitationStateSchema,
      /** When and by whom it was used or withdrawn; null and empty for open or expired ones. */
      settled_at: instantSchema.nullable(),
      settled_by: z.string(),
    }),
  ),
})
export type Invitation = z.infer<typeof invitationsSchema>['invitations'][number]

/** `POST`: `note` tells the office whom the link is for. */
export const newInvitationSchema = z.strictObject({
  note: buildTextSchema(50)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, '받는 사람을 입력해 주세요.')),
})
/** `link` holds the token behind a `#`, which browsers do not send to a server. */
export const createdInvitationSchema = invitationsSchema.extend({ link: z.url(), expires_at: instantSchema })
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>

/** `DELETE`: makes an open link unusable. */
export const withdrawInvitationSchema = z.strictObject({ id: idSchema })

/** The token of a link. It travels only in bodies, so that no log or request history holds it. */
const invitationTokenSchema = z.string().min(1).max(200)
export const invitationRequestSchema = z.strictObject({ token: invitationTokenSchema })

/**
 * `POST /api/invitation/look`, for anybody with a token: whether it is still valid. Does not use it
 * up.
 */
export const viewInvitationPath = '/api/invitation/look'
export const invitationViewSchema = z.object({
  state: invitationStateSchema,
  invited_by: z.string(),
  expires_at: instantSchema,
  /** The signed-in user became staff with this link. */
  is_used_by_you: z.boolean(),
})
export type InvitationView = z.infer<typeof invitationViewSchema>

/**
 * `POST /api/invitation/take`: makes the signed-in user staff. A first sign-in does this itself
 * (`invitation` of the callback).
 */
export const acceptInvitationPath = '/api/invitation/take'
export const acceptedInvitationSchema = z.object({ user_info: userInfoSchema })
