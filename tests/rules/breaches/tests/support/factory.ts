export const factory = 1
