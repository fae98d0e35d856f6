CREATE TABLE "operator_act_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "operator_act_is_chained"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_seq integer;
  last_hash text;
BEGIN
  PERFORM pg_advisory_xact_lock(716204332);
  -- The build before adds rows without noting them.
  SELECT "seq", "hash" INTO last_seq, last_hash FROM (
    SELECT "seq", "hash", 0 AS "place" FROM "operator_act_head"
    UNION ALL (SELECT "seq", "hash", 1 FROM "operator_act" ORDER BY "seq" DESC LIMIT 1)
  ) AS "known" ORDER BY "seq" DESC, "place" LIMIT 1;
  NEW."seq" := coalesce(last_seq, 0) + 1;
  NEW."previous_hash" := coalesce(last_hash, '');
  NEW."hash" := "operator_act_hash"(NEW."previous_hash", NEW."seq", NEW."at_ms", NEW."operator_id", NEW."act", NEW."subject", NEW."subject_id", NEW."detail");
  INSERT INTO "operator_act_head" VALUES (1, NEW."seq", NEW."hash") ON CONFLICT ("id") DO UPDATE SET "seq" = NEW."seq", "hash" = NEW."hash";
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "operator_act_head_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'the newest row of the record is noted by the record alone';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "operator_act_head_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_act_head" FOR EACH STATEMENT EXECUTE FUNCTION "operator_act_head_is_kept"();
