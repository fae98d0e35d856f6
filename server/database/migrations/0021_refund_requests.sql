CREATE TABLE "refund_request" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"points" integer NOT NULL,
	"refunded_before_cents" integer NOT NULL,
	"ends_plan" boolean NOT NULL,
	"ref" text,
	"requested_at_ms" bigint NOT NULL,
	"settled_at_ms" bigint,
	"sync_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_refund" (
	"id" text PRIMARY KEY NOT NULL,
	"charge_id" text NOT NULL,
	"merchant_key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "ledger_payment_once";--> statement-breakpoint
ALTER TABLE "sandbox_charge" ADD COLUMN "holds_refunds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_order_id_pay_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pay_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_charge_id_sandbox_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."sandbox_charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_request_open" ON "refund_request" USING btree ("payment_id") WHERE "refund_request"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "refund_request_by_payment" ON "refund_request" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_request_by_order" ON "refund_request" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_request_by_owner" ON "refund_request" USING btree ("owner_id","requested_at_ms" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refund_request_to_sync" ON "refund_request" USING btree ("sync_at_ms") WHERE "refund_request"."sync_at_ms" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refund_key" ON "sandbox_refund" USING btree ("merchant_key");--> statement-breakpoint
CREATE INDEX "sandbox_refund_by_charge" ON "sandbox_refund" USING btree ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_payment_once" ON "ledger" USING btree ("order_id") WHERE "ledger"."order_id" is not null and "ledger"."amount" > 0 and "ledger"."kind" <> 'return';