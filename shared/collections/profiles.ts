import * as v from 'valibot';
import { PROFILE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import { carriedFields, optionalText, type CollectionDefinition } from './collection.ts';

export const profileSchema = v.strictObject({
  FBUID: carriedFields.FBUID,
  profileNameGiven: optionalText(200),
  profileNameFamily: optionalText(200),
  profileNameOther: optionalText(200),
  profileImage: optionalText(2_000),
  profileEmail: optionalText(320),
  profileMobile: optionalText(60),
  profileAddress: v.nullable(optionalText(1_000)),
  profileDateOfBirth: v.nullable(optionalText(40)),
  profileClinicName: optionalText(200),
  profileDiscipline: v.pipe(v.array(optionalText(200)), v.maxLength(50)),
  profileTypeTherapist: v.boolean(),
  profileTypeClient: v.boolean(),
  createdAt: carriedFields.createdAt,
  writeId: carriedFields.writeId,
  sync: carriedFields.sync,
});

export type Profile = v.InferOutput<typeof profileSchema>;

/** A profile's own fields, without what every stored document carries. */
export type ProfileContent = Omit<Profile, 'FBUID' | 'createdAt' | 'writeId' | 'sync'>;

/** What nobody has filled in yet. */
export const EMPTY_PROFILE: ProfileContent = {
  profileNameGiven: '',
  profileNameFamily: '',
  profileNameOther: '',
  profileImage: PROFILE_IMAGE_PLACEHOLDER,
  profileEmail: '',
  profileMobile: '',
  profileAddress: null,
  profileDateOfBirth: null,
  profileClinicName: '',
  profileDiscipline: [],
  profileTypeTherapist: false,
  profileTypeClient: false,
};

export const profiles = {
  name: 'profiles',
  label: 'profile',
  version: 0,
  schema: profileSchema,
  indexes: [],
  access: { audience: 'owner', staffReadAll: false, create: 'owner', change: 'owner' },
  blank: EMPTY_PROFILE,
  upgrades: {},
} as const satisfies CollectionDefinition;
