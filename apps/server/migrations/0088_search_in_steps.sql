-- The folding of 0087 in steps: its one expression computed each part again wherever it was used, ten times as much work for a Cyrillic name. In
-- plpgsql a part is computed once, and most texts need the first step only. The results are the same, so what is stored stays.


-- Small letters in compatibility forms.
create function platform.small_letters(t text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(t) = char_length(t) then return lower(t); end if;
  return lower(case when t is nfkc normalized then t else normalize(t, nfkc) end);
end $$;

-- Of small letters: accents dropped, Cyrillic as in passports.
create function platform.plain_letters(t text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(t) = char_length(t) then return t; end if;
  t := translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t, 'щ', 'shch'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'ю', 'iu'), 'я', 'ia'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'абвгдеёзийклмнопрстуфыэєіїґўøðđłıħьъ', 'abvgdeeziiklmnoprstufyeeiiguoddlih');
  if octet_length(t) = char_length(t) then return t; end if;
  return lower(regexp_replace(normalize(t, nfd), '[\u0300-\u036f]', '', 'g'));
end $$;

-- Of small letters: umlauts spelt out, Cyrillic as in English.
create function platform.spelt_letters(t text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(t) = char_length(t) then return t; end if;
  return platform.plain_letters(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t, 'ий', 'y'), 'ый', 'y'), 'й', 'y'), 'ё', 'yo'), 'ю', 'yu'), 'я', 'ya'), 'ä', 'ae'), 'ö', 'oe'), 'ø', 'oe'), 'ü', 'ue'), 'å', 'aa'));
end $$;

-- Both spellings of a text, the same one twice where there is but one.
create function platform.spellings(t text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  t := platform.small_letters(t);
  return array[platform.plain_letters(t), platform.spelt_letters(t)];
end $$;

-- What a search looks in.
create or replace function platform.search_text(t text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text;
  spelt text;
begin
  t := platform.small_letters(t);
  plain := platform.plain_letters(t);
  spelt := platform.spelt_letters(t);
  return case when plain = spelt then plain else plain || E'\n' || spelt end;
end $$;

drop function platform.fold_spelt(text);
drop function platform.fold(text);
