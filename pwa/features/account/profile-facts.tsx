import { toProfileType } from '#shared/domain/profile.ts';
import { useProfile } from '#pwa/data/session/use-profile.ts';
import { Description } from '#pwa/ui/description-list.tsx';

/** A person's profile; empty fields are left out. */
export function ProfileFacts({ accountId }: { readonly accountId: string }) {
  const profile = useProfile(accountId);
  if (!profile) return null;
  const name = [profile.profileNameGiven, profile.profileNameOther, profile.profileNameFamily];
  const facts: readonly (readonly [name: string, text: string | null])[] = [
    ['Name', name.filter(Boolean).join(' ')],
    ['Mobile', profile.profileMobile],
    ['Address', profile.profileAddress],
    ['Date of birth', profile.profileDateOfBirth],
    ['Clinic', profile.profileClinicName],
    ['Discipline', profile.profileDiscipline.join(', ')],
    ['Profile', toProfileType(profile) === 'client' ? 'Client' : 'Therapist'],
  ];
  return (
    <>
      <Description name="Picture">
        <img src={profile.profileImage} alt="You, as your account shows you" width="64" height="64" />
      </Description>
      {facts.map(
        ([name, text]) =>
          text && (
            <Description key={name} name={name}>
              {text}
            </Description>
          ),
      )}
    </>
  );
}
