/** Profile image of a user without one. */
export const PROFILE_IMAGE_PLACEHOLDER = '/placeholders/profile.svg';
