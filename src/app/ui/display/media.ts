/** A tablet on its side or upright; the same as the variant `tablet` of theme.css, for what is another element there. */
export const tabletMedia = '(pointer: coarse) and (width >= 40rem)'
