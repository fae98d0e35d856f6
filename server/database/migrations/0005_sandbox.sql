CREATE TABLE "sandbox_charge" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"subscription_id" text,
	"cycle" integer,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"starts_at_ms" bigint,
	"ends_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"paid_at_ms" bigint,
	"is_first" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_news" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"heard_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_session" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"name" text NOT NULL,
	"plan" text,
	"trial_ms" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"plan_cents" integer NOT NULL,
	"return_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"is_embedded" boolean NOT NULL,
	"goes_back" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"closed_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"anchor_ms" bigint NOT NULL,
	"cycle" integer NOT NULL,
	"state" text NOT NULL,
	"period_start_ms" bigint NOT NULL,
	"period_end_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"is_card_refused" boolean DEFAULT false NOT NULL,
	"cancelled_at_ms" bigint,
	"ended_at_ms" bigint,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_charge" ADD CONSTRAINT "sandbox_charge_session_id_sandbox_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sandbox_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_charge" ADD CONSTRAINT "sandbox_charge_subscription_id_sandbox_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."sandbox_subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_news" ADD CONSTRAINT "sandbox_news_session_id_sandbox_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sandbox_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_subscription" ADD CONSTRAINT "sandbox_subscription_session_id_sandbox_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sandbox_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_charge_first" ON "sandbox_charge" USING btree ("session_id") WHERE "sandbox_charge"."is_first";--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_charge_cycle" ON "sandbox_charge" USING btree ("subscription_id","cycle");--> statement-breakpoint
CREATE INDEX "sandbox_news_due" ON "sandbox_news" USING btree ("due_at_ms") WHERE "sandbox_news"."due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_news_by_session" ON "sandbox_news" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_session_order" ON "sandbox_session" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_subscription_session" ON "sandbox_subscription" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscription_due" ON "sandbox_subscription" USING btree ("due_at_ms") WHERE "sandbox_subscription"."due_at_ms" is not null;