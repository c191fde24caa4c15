/**
 * A tablet in either orientation. Same as the `tablet` variant of theme.css, for components that
 * render different elements there.
 */
export const tabletMedia = '(pointer: coarse) and (width >= 40rem)'
